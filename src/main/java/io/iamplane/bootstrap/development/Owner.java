package io.iamplane.bootstrap.development;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * The owner of a database: a file with the process id of the last start and the start time of that
 * process, because the system uses an id again.
 */
record Owner(Path file) {

  void claim() throws IOException {
    Files.writeString(file, text(ProcessHandle.current()));
  }

  /** Returns true if the process that last claimed it still runs and is not this one. */
  boolean isAnotherLivingProcess() throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    String claimed = Files.readString(file);
    return !claimed.equals(text(ProcessHandle.current()))
        && process(claimed).map(owner -> text(owner).equals(claimed)).orElse(false);
  }

  private static Optional<ProcessHandle> process(String claimed) {
    try {
      return ProcessHandle.of(Long.parseLong(claimed.substring(0, claimed.indexOf(' '))))
          .filter(ProcessHandle::isAlive);
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private static String text(ProcessHandle process) {
    return process.pid() + " " + process.info().startInstant().orElse(Instant.EPOCH);
  }
}
