package io.iamplane.cli;

import io.iamplane.audit.export.ExportService;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:audit:export",
    header = "Write an audit chain to a file that can be verified without this program.",
    description = {
      "%nThe file contains JSON Lines in the format described in docs/audit/format.md; verify it",
      "with docs/audit/verify_export.py. The output file is created or replaced only when the export is",
      "complete; a failed export leaves no partial file."
    },
    footer = "  iam iam:audit:export --organization acme --out acme.jsonl")
final class AuditExportCommand extends JsonCommand {

  private final AuditChains chains;
  private final ExportService exports;

  @Option(
      names = "--organization",
      required = true,
      paramLabel = "KEY",
      description = "Key or id of the organization.")
  String organization = "";

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "File to write; an existing file is replaced.")
  Path file = Path.of("");

  @Option(
      names = "--from",
      defaultValue = "1",
      paramLabel = "NUMBER",
      description =
          "Number of the first record to write; earlier records are represented only by hashes.")
  long from;

  @Option(
      names = "--with-personal-values",
      description = "Include the personal values that have not been erased, with their salts.")
  boolean personal;

  AuditExportCommand(AuditChains chains, ExportService exports, Output output) {
    super(output);
    this.chains = chains;
    this.exports = exports;
  }

  @RegisterForReflection
  record View(long records, String file) {}

  @Override
  public Integer call() {
    return Failures.unknownIfRefused(this::export);
  }

  private int export() {
    AuditChains.Chain chain = chains.one(organization);
    long records = write(chain);
    return done(
        new View(records, file.toString()),
        List.of("%s: wrote %d records to %s".formatted(chain.key(), records, file)));
  }

  private long write(AuditChains.Chain chain) {
    Path absolute = file.toAbsolutePath();
    try {
      Path draft = Files.createTempFile(absolute.getParent(), "export", ".part");
      try {
        long records;
        try (Writer out = Files.newBufferedWriter(draft, StandardCharsets.UTF_8)) {
          records = exports.write(chain.id(), new ExportService.Request(from, personal), out);
        }
        try (FileChannel written = FileChannel.open(draft, StandardOpenOption.WRITE)) {
          written.force(true);
        }
        Files.move(draft, absolute, StandardCopyOption.REPLACE_EXISTING);
        return records;
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException | UncheckedIOException e) {
      throw CommandException.unavailable(
          "cannot write " + file + "; the incomplete export was removed");
    }
  }
}
