// Facts about the build, which only C macros can pass to code because Swift's compilation conditions have no values,
// and text files that are embedded in the program.

#ifndef JUICE_BATCH_CBUILD_H
#define JUICE_BATCH_CBUILD_H

// The commit of the build; a null pointer if the build does not know it.
const char *_Nullable juice_batch_commit(void);

// The version of the Swift compiler of the build; a null pointer if the build does not know it.
const char *_Nullable juice_batch_compiler(void);

// A text file that is embedded in the program, so that a single file can be installed anywhere.
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
    EmbeddedFileLedgerSchema,
};

// The content of an embedded file, as UTF-8 with a terminating 0.
const char *_Nonnull embedded_text(enum EmbeddedFile file);

#endif
