/// A file that pages load besides themselves.
package enum Asset: Sendable {
    case style
    case script
    case icon

    /// The media type, as in the header of a response.
    package var type: String {
        switch self {
        case .style: "text/css; charset=utf-8"
        case .script: "text/javascript; charset=utf-8"
        case .icon: "image/svg+xml"
        }
    }

    /// The content of the file.
    package var bytes: [UInt8] {
        switch self {
        case .style: PackageResources.counter_css
        case .script: PackageResources.counter_js
        case .icon: PackageResources.icon_svg
        }
    }
}
