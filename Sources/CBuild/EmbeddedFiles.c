#include "CBuild.h"

// Before C23, clang supports #embed as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The C compiler embeds them in no time, where SwiftPM's arrays of bytes take 40 s of a first build.
static const char *const texts[] = {
    [EmbeddedFileHelpEnglish] = (const char[]){
#embed "../juice-batch/Help/help.en.txt"
        , 0},
    [EmbeddedFileHelpKorean] = (const char[]){
#embed "../juice-batch/Help/help.ko.txt"
        , 0},
    [EmbeddedFileSettingsSchema] = (const char[]){
#embed "../juice-batch/Settings/juice-batch.schema.json"
        , 0},
    [EmbeddedFileSummarySchema] = (const char[]){
#embed "../juice-batch/Settings/summary.schema.json"
        , 0},
    [EmbeddedFileCheckSchema] = (const char[]){
#embed "../juice-batch/Settings/check.schema.json"
        , 0},
    [EmbeddedFileStatusSchema] = (const char[]){
#embed "../juice-batch/Settings/status.schema.json"
        , 0},
    [EmbeddedFileChainSchema] = (const char[]){
#embed "../juice-batch/Settings/chain.schema.json"
        , 0},
    [EmbeddedFileStockSchema] = (const char[]){
#embed "../juice-batch/Settings/stock.schema.json"
        , 0},
    [EmbeddedFileHistorySchema] = (const char[]){
#embed "../juice-batch/Settings/history.schema.json"
        , 0},
    [EmbeddedFilePlanSchema] = (const char[]){
#embed "../juice-batch/Settings/plan.schema.json"
        , 0},
    [EmbeddedFileInspectSchema] = (const char[]){
#embed "../juice-batch/Settings/inspect.schema.json"
        , 0},
    [EmbeddedFileDiffSchema] = (const char[]){
#embed "../juice-batch/Settings/diff.schema.json"
        , 0},
    [EmbeddedFileReportStyle] = (const char[]){
#embed "../JuiceReports/Pages/report.css"
        , 0},
    [EmbeddedFileClockStyle] = (const char[]){
#embed "../JuiceReports/Pages/clock.css"
        , 0},
    [EmbeddedFileIndexStyle] = (const char[]){
#embed "../JuiceReports/Pages/index.css"
        , 0},
    [EmbeddedFileChainStyle] = (const char[]){
#embed "../JuiceReports/Chain/chain.css"
        , 0},
    [EmbeddedFileTableScript] = (const char[]){
#embed "../JuiceReports/Pages/tables.js"
        , 0},
    [EmbeddedFileCounterStyle] = (const char[]){
#embed "../JuiceCounter/Pages/counter.css"
        , 0},
    [EmbeddedFileCounterScript] = (const char[]){
#embed "../JuiceCounter/Pages/counter.js"
        , 0},
    [EmbeddedFileCounterIcon] = (const char[]){
#embed "../JuiceCounter/Pages/icon.svg"
        , 0},
    [EmbeddedFileNightlyService] = (const char[]){
#embed "../../scripts/systemd/juice-batch.service"
        , 0},
    [EmbeddedFileNightlyTimer] = (const char[]){
#embed "../../scripts/systemd/juice-batch.timer"
        , 0},
    [EmbeddedFileStatusService] = (const char[]){
#embed "../../scripts/systemd/juice-batch-status.service"
        , 0},
    [EmbeddedFileStatusTimer] = (const char[]){
#embed "../../scripts/systemd/juice-batch-status.timer"
        , 0},
    [EmbeddedFileAlertService] = (const char[]){
#embed "../../scripts/systemd/juice-batch-alert@.service"
        , 0},
    [EmbeddedFileAlertScript] = (const char[]){
#embed "../../scripts/alert"
        , 0},
    [EmbeddedFileLedgerSchema] = (const char[]){
#embed "../JuiceLedger/Store/schema.sql"
        , 0},
};

const char *embedded_text(enum EmbeddedFile file) {
    return texts[file];
}
