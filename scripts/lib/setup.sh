#!/usr/bin/env bash
# Functions that the other scripts share: installing packages, and building.
#
# Usage: source scripts/lib/setup.sh
#
#   setup_for PURPOSE...  installs the Debian packages that these purposes need, if they are missing
#   is_up_to_date debug|release  true if nothing has changed since the program was built
#   find_program debug|release  builds the program if it is not up to date; if $JUICE_BATCH_PROGRAM names one, takes that
#   compile_program debug|release  builds it, whatever changed
#   compile_tests  builds the tests and the program, of which only what each row passes through is optimized; all of it if
#                  the array unoptimized is empty
#   run_swift_tests VARIABLE=VALUE...  runs the tests that compile_tests has built, with these variables
#   run_pytest N ARGUMENT...  runs pytest in this folder on the program in $program, by N processes a processor
#   refuse COMPLAINT  ends the script because of an invalid argument
#   take_no_arguments "$@"  ends the script if it was given any
#   quietly COMPLAINT COMMAND...  runs a command and shows what it prints only if it fails, which ends the script
#
# If --help is among the arguments of the script, sourcing this file prints the comment at the head of the script, and ends it.
# Functions that build or find the program set $program to its path. Nothing reads standard input.
set -euo pipefail

# Exit code of a script that could not set up or build, which the program itself never gives.
readonly EXIT_UNAVAILABLE=69

# The folder that holds Package.swift.
root=$(readlink -f -- "$(dirname -- "${BASH_SOURCE[0]}")/../..")
readonly root

# A locale that names no language: what scripts compare is in the program's own.
export LC_ALL=C.UTF-8

program=''

print_usage() {
    sed -n -e '1d' -e '/^#/!q' -e 's/^# \{0,1\}//p' -- "$1"
}

if [[ " $* " =~ " "(-h|--help)" " ]]; then print_usage "$0" && exit; fi

refuse() {
    printf '%s; see --help\n' "$*" >&2
    exit 64
}

take_no_arguments() {
    [[ $# -eq 0 ]] || refuse "${0##*/} takes no arguments"
}

fail() {
    printf '%s\n' "$*" >&2
    exit "$EXIT_UNAVAILABLE"
}

quietly() {
    local log
    log=$(mktemp)
    if ! "${@:2}" >"$log" 2>&1 </dev/null; then
        cat -- "$log" >&2
        rm -f -- "$log"
        fail "$1 (see above)."
    fi
    rm -f -- "$log"
}

# True if the Debian package $1, or what it would install, is there: a program, a header or certificates.
is_present() {
    case $1 in
        git | python3 | shellcheck | strace | chromium-headless-shell | cmark-gfm | pkg-config) command -v "$1" >/dev/null ;;
        python3-pip) python3 -m pip --version >/dev/null 2>&1 ;;
        ca-certificates) [[ -e /etc/ssl/certs/ca-certificates.crt || -n ${SSL_CERT_FILE:-} ]] ;;
        libcsv-dev) has_header csv.h ;;
        libssl-dev) has_header openssl/sha.h ;;
        libsqlite3-dev) has_header sqlite3.h ;;
        libqrencode-dev) has_header qrencode.h ;;
        *) false ;;
    esac || [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

has_header() {
    [[ -e /usr/include/$1 || -e /usr/local/include/$1 ]]
}

# Runs a command as root.
as_root() {
    if [[ $(id -u) -eq 0 ]]; then "$@"; else sudo "$@"; fi
}

run_apt() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get --quiet --quiet -o Acquire::Retries=5 "$@" </dev/null
}

update_and_install() {
    run_apt update && run_apt install --yes --no-install-recommends "$@"
}

# Installs those of the named Debian packages that are missing, saying so in one line.
install_missing() {
    local package missing=()
    for package in "$@"; do
        [[ " ${missing[*]} " == *" $package "* ]] || is_present "$package" || missing+=("$package")
    done
    [[ ${#missing[@]} -eq 0 ]] && return 0

    command -v apt-get >/dev/null ||
        fail "Missing: ${missing[*]} (names of Debian packages). There is no apt-get here: please install them yourself."
    if [[ $(id -u) -ne 0 ]] && ! command -v sudo >/dev/null; then
        fail "Missing: ${missing[*]}. As root, run: apt-get update && apt-get install ${missing[*]}"
    fi
    printf 'Installing %s\n' "${missing[*]}" >&2
    quietly "Could not install ${missing[*]}" update_and_install "${missing[@]}"
}

# The purpose tree is a clean Debian with the package in it.
setup_for() {
    # Packing or installing a program that is there needs no compiler.
    [[ $1 == package || $1 == install ]] || command -v swift >/dev/null ||
        fail "There is no swift on the PATH: install Swift 6.2 or later from https://www.swift.org/install/"
    # A browser with Korean letters, and what else it takes to look at pages.
    local browser=(python3 python3-pip chromium-headless-shell fonts-nanum cmark-gfm)
    local compiling=(git ca-certificates libcsv-dev libssl-dev libsqlite3-dev libqrencode-dev pkg-config)
    local purpose packages=()
    for purpose in "$@"; do
        case $purpose in
            build) packages+=("${compiling[@]}") ;;
            lint) packages+=(git python3 shellcheck) ;;
            pages) packages+=("${compiling[@]}" "${browser[@]}") ;;
            test) packages+=("${compiling[@]}" python3 shellcheck sqlite3 strace "${browser[@]}") ;;
            operations)
                packages+=("${compiling[@]}" python3-pytest python3-pytest-xdist mandoc fish zsh sqlite3 strace systemd tzdata)
                ;;
            benchmark) packages+=(libcsv-dev time python3) ;;
            tree) packages+=(binutils dpkg-dev debootstrap lintian systemd-container) ;;
            install) packages+=(python3 cmark-gfm) ;;
            package) packages+=(binutils dpkg-dev python3 cmark-gfm) ;;
            *) fail "setup_for: unknown purpose $purpose" ;;
        esac
    done
    install_missing "${packages[@]}"
}

is_up_to_date() {
    local stamp=$root/.build/$1.built
    [[ -x $root/.build/$1/juice-batch && -e $stamp ]] &&
        [[ -z $(find "$root/Package.swift" "$root/Sources" -newer "$stamp" -print -quit) ]]
}

compile_program() {
    local configuration=$1 stamp=$root/.build/$1.built
    program=$root/.build/$configuration/juice-batch
    [[ -x $program ]] || printf 'Building juice-batch for the first time (%s); this takes some minutes.\n' "$configuration" >&2
    mkdir -p -- "$root/.build"
    # The stamp is as old as the start of the build: what changes meanwhile is built next time.
    touch -- "$stamp.new"
    # Without debug information and an index for editors, a build takes a tenth less time.
    local options=(--package-path "$root" --configuration "$configuration" --product juice-batch
        -debug-info-format none --disable-index-store)
    # By default, several processes compile a module, each of which reads all its declarations, and one more writes its
    # interface; an unoptimized build would then take half as long again. If no number of threads were given, there would
    # be one object file for each module, and SwiftPM would look in vain for one for each source file.
    if [[ $configuration == debug ]]; then
        options+=(-Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 1
            -Xswiftc -no-emit-module-separately-wmo)
    fi
    # The assertions of C packages would say where the program was built.
    if [[ $configuration == release ]]; then options+=(-Xcc "-ffile-prefix-map=$root=juice-batch"); fi
    quietly 'juice-batch could not be built' swift build "${options[@]}"
    mv -f -- "$stamp.new" "$stamp"
}

# A build of its own: the configuration of a release, so that code for debug builds only, such as the validation of commands
# by swift-argument-parser, is left out.
readonly TESTS_BUILD=(--package-path "$root" --scratch-path "$root/.build/tests" --configuration release
    -debug-info-format none -Xswiftc -enable-testing)
# Optimizing everything takes longer than the tests gain by it. Package.swift names the targets that are optimized nevertheless.
unoptimized=(-Xswiftc -Onone -Xswiftc -no-emit-module-separately-wmo)

compile_tests() {
    program=$root/.build/tests/release/juice-batch
    swift build "${TESTS_BUILD[@]}" "${unoptimized[@]}" --build-tests
}

run_swift_tests() {
    env "$@" swift test "${TESTS_BUILD[@]}" "${unoptimized[@]}" --skip-build --parallel
}

find_program() {
    if [[ -z ${JUICE_BATCH_PROGRAM:-} ]]; then
        program=$root/.build/$1/juice-batch
        is_up_to_date "$1" || { setup_for build && compile_program "$1"; }
        return
    fi
    program=$(readlink -f -- "$JUICE_BATCH_PROGRAM") || program=
    [[ -f $program && -x $program ]] || fail "JUICE_BATCH_PROGRAM is not a program: $JUICE_BATCH_PROGRAM"
}

# What the tests write goes to a temporary folder.
run_pytest() {
    local scratch status=0
    scratch=$(mktemp -d)
    JUICE_BATCH_PROGRAM=$program PYTHONDONTWRITEBYTECODE=1 pytest-3 --quiet -r fs --show-capture no -p no:cacheprovider \
        --numprocesses "$(($(nproc) * $1))" --dist loadgroup --basetemp "$scratch/tests" "${@:2}" || status=$?
    rm -rf -- "$scratch"
    return "$status"
}
