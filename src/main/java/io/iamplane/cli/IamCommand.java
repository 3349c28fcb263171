package io.iamplane.cli;

import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The top of the command line; without a command the process serves. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam",
    header = "The IAM control plane: run the server or a single command.",
    synopsisHeading = "%nUsage: ",
    customSynopsis = {"iam [serve]", "       iam COMMAND [OPTIONS]"},
    subcommands = {
      ServeCommand.class,
      MigrateCommand.class,
      BootstrapCommand.class,
      AdministratorsRecoverCommand.class,
      UsersInviteCommand.class,
      DemoLoadCommand.class,
      ManifestValidateCommand.class,
      ManifestApplyCommand.class,
      ManifestRollbackCommand.class,
      RelationsImportCommand.class,
      ModelImportCommand.class,
      ModelExportCommand.class,
      ModelTestCommand.class,
      AuditVerifyCommand.class,
      AuditAcknowledgeCommand.class,
      AuditCheckpointCommand.class,
      AuditEraseSubjectCommand.class,
      AuditExportCommand.class,
      KeysRewrapCommand.class,
      QueueWorkCommand.class,
      WebhooksListenCommand.class,
      PartitionsEnsureCommand.class,
      RetentionRunCommand.class,
      ReviewsOpenCommand.class,
      ReviewsCloseCommand.class,
      ReviewsRemindCommand.class,
      AnomalyScanCommand.class,
      KeysListCommand.class,
      KeysRotateCommand.class,
      KeysRevokeCommand.class,
      LeastPrivilegeScanCommand.class
    },
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands (iam COMMAND --help for details):%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:the command found a problem or was refused",
      "2:wrong usage: arguments or settings",
      "3:a dependency was unavailable, or the command failed unexpectedly"
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  iam iam:migrate && iam iam:bootstrap --tenant acme && iam serve",
      "",
      "Settings come from the environment (QUARKUS_DATASOURCE_JDBC_URL and others);",
      "never pass a secret as an argument."
    })
final class IamCommand {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version and exit.")
  boolean version;

  @Option(
      names = "--completion",
      paramLabel = "SHELL",
      description = "Print the completion script for bash or zsh, and exit.")
  @Nullable String completion;

  @Option(names = "--manual", description = "Print the manual page (for man -l), and exit.")
  boolean manual;
}
