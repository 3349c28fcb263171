package io.iamplane.packaged;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A shell for typed lines: variables of one line stay set for the next. {@code iam} is the packaged
 * application; {@code iam serve} continues in the background, after the previous one has ended.
 */
final class OperatorShell implements AutoCloseable {

  private static final String MARK = "line-ended:";

  /** A hanging process ends with the shell, at the latest at the test's time limit. */
  private static final String PRELUDE =
      """
      set -o pipefail
      end_server() {
        if [ -n "${SERVER:-}" ]; then kill "$SERVER"; wait "$SERVER"; SERVER=; fi
      }
      program() {
        if [ -n "$IAM_EXECUTABLE" ]; then
          exec "$IAM_EXECUTABLE" -Xmx512m "$@"
        fi
        exec $IAM_JAVA -jar "$IAM_JAR" "$@"
      }
      iam() {
        if [ "$1" != serve ]; then
          (program "$@")
          return
        fi
        end_server
        (program serve) > server.log 2>&1 &
        SERVER=$!
        until curl -sf -o answer "http://127.0.0.1:$QUARKUS_HTTP_PORT/api/iam/v1/ready"; do
          kill -0 "$SERVER" 2> lost || { cat server.log; return 1; }
          command sleep 0.1
        done
      }
      """;

  /** The exit code of a line, and its output on both streams. */
  record Answer(int exitCode, String text) {}

  private final Path folder;
  private final Process process;
  private final Writer in;
  private final BufferedReader out;

  OperatorShell(Path folder, Map<String, String> environment) throws IOException {
    this.folder = folder;
    ProcessBuilder builder =
        new ProcessBuilder("bash", "--noprofile", "--norc")
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    this.process = builder.start();
    this.in = process.outputWriter(StandardCharsets.UTF_8);
    this.out = process.inputReader(StandardCharsets.UTF_8);
    in.write(PRELUDE);
  }

  /** Types lines, and waits until they are done. */
  Answer type(String lines) {
    try {
      Path typed = Files.writeString(folder.resolve("typed.sh"), lines + "\n");
      in.write(". '%s' < /dev/null\nprintf '\\n%s%%s\\n' $?\n".formatted(typed, MARK));
      in.flush();
      StringBuilder text = new StringBuilder();
      String line = out.readLine();
      while (line != null && !line.startsWith(MARK)) {
        text.append(line).append('\n');
        line = out.readLine();
      }
      if (line == null) {
        throw new AssertionError("the shell ended: " + text);
      }
      return new Answer(Integer.parseInt(line.substring(MARK.length())), text.toString().strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    process.descendants().forEach(ProcessHandle::destroy);
    in.close();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
