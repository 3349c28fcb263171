package io.iamplane.cli;

import java.util.List;

/**
 * Ends a command with the faults of a file, a line of standard error for each. The lines begin with
 * the file's name, as editors and build tools expect it, and not with the command's.
 */
final class FileFaultsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;
  private final transient List<String> lines;

  /**
   * @param faults the lines after the file's name: {@code place: message}
   */
  FileFaultsException(int exitCode, String file, List<?> faults) {
    this(exitCode, faults.stream().map(fault -> file + ":" + fault).toList());
  }

  /**
   * @param lines at least one, each beginning with its file's name
   */
  FileFaultsException(int exitCode, List<String> lines) {
    super(lines.getFirst(), null, false, false);
    this.exitCode = exitCode;
    this.lines = lines;
  }

  int exitCode() {
    return exitCode;
  }

  List<String> lines() {
    return lines;
  }
}
