package io.iamplane.development;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Whose database it is: a file with the process id of the last start and the time that this process
 * began, because the system uses an id again.
 */
record Owner(Path file) {

  /** Notes this process as the owner. */
  void claim() throws IOException {
    Files.writeString(file, text(ProcessHandle.current()));
  }

  /** Whether the process that last claimed it still runs and is not this one. */
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
