// What the build puts into the program: what it was told of itself, which only a C macro can hand to code (Swift's own have
// no values), and text files.

#ifndef JUICE_BATCH_CBUILD_H
#define JUICE_BATCH_CBUILD_H

// The commit that was built, or a null pointer where the build was not told.
const char *_Nullable juice_batch_commit(void);

// The version of the Swift that built it, or a null pointer where the build was not told.
const char *_Nullable juice_batch_compiler(void);

// A text file that stands in the program, so that it stays one file wherever it is installed.
enum __attribute__((enum_extensibility(closed))) EmbeddedFile {
    EmbeddedFileHelpEnglish,
    EmbeddedFileHelpKorean,
    EmbeddedFileSettingsSchema,
    EmbeddedFileSummarySchema,
    EmbeddedFileCheckSchema,
    EmbeddedFileStatusSchema,
    EmbeddedFileChainSchema,
    EmbeddedFileStockSchema,
    EmbeddedFileHistorySchema,
    EmbeddedFilePlanSchema,
    EmbeddedFileInspectSchema,
    EmbeddedFileDiffSchema,
    EmbeddedFileReportStyle,
    EmbeddedFileClockStyle,
    EmbeddedFileIndexStyle,
    EmbeddedFileChainStyle,
    EmbeddedFileTableScript,
    EmbeddedFileCounterStyle,
    EmbeddedFileCounterScript,
    EmbeddedFileCounterIcon,
    EmbeddedFileNightlyService,
    EmbeddedFileNightlyTimer,
    EmbeddedFileStatusService,
    EmbeddedFileStatusTimer,
    EmbeddedFileAlertService,
    EmbeddedFileAlertScript,
};

// The content of a file, in UTF-8, with a 0 behind it.
const char *_Nonnull embedded_text(enum EmbeddedFile file);

#endif
