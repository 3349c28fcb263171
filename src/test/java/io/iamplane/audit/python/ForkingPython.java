package io.iamplane.audit.python;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An interpreter that has loaded the verifier and its imports, and runs it in a child process for
 * each list of arguments: the start of the interpreter was most of a run's time.
 */
final class ForkingPython {

  /** Ends with its standard input, which is closed with this JVM. */
  private static final String SERVER =
      """
      import argparse, base64, binascii, hashlib, json, os, re, struct, sys, traceback
      try:
          from cryptography.hazmat.primitives.asymmetric import ed25519
      except ImportError:
          pass

      script = sys.argv[1]
      with open(script, encoding="utf-8") as file:
          code = compile(file.read(), script, "exec")

      def run(task):
          for number, name in ((1, "output"), (2, "errors")):
              os.dup2(os.open(task[name], os.O_WRONLY), number)
          os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
          sys.argv = [script] + task["arguments"]
          exit = 0
          try:
              exec(code, {"__name__": "__main__", "__file__": script})
          except SystemExit as end:
              exit = end.code or 0
          except BaseException:
              traceback.print_exc()
              exit = 1
          sys.stdout.flush()
          sys.stderr.flush()
          os._exit(exit)

      for line in sys.stdin:
          child = os.fork()
          if child == 0:
              run(json.loads(line))
          status = os.waitpid(child, 0)[1]
          print(os.waitstatus_to_exitcode(status), flush=True)
      """;

  private static @Nullable ForkingPython started;

  private final Process process;
  private final Writer tasks;
  private final BufferedReader exits;

  private ForkingPython() throws IOException {
    process =
        new ProcessBuilder("python3", "-B", "-c", SERVER, Python.SCRIPT.toString())
            .redirectError(Redirect.INHERIT)
            .start();
    tasks = process.outputWriter(UTF_8);
    exits = process.inputReader(UTF_8);
  }

  /** Runs the verifier, and gives its exit code. */
  static synchronized int verify(List<String> arguments, Path output, Path errors, long seconds)
      throws IOException {
    if (started == null) {
      started = new ForkingPython();
    }
    try {
      return started.run(arguments, output, errors, seconds);
    } catch (IOException | RuntimeException | Error e) {
      // Whatever it is at, its next answer is not that of the next run.
      started.process.descendants().forEach(ProcessHandle::destroyForcibly);
      started.process.destroyForcibly();
      started = null;
      throw e;
    }
  }

  private int run(List<String> arguments, Path output, Path errors, long seconds)
      throws IOException {
    ObjectNode task = JsonNodeFactory.instance.objectNode();
    arguments.forEach(task.putArray("arguments")::add);
    task.put("output", output.toString()).put("errors", errors.toString());
    tasks.write(task + "\n");
    tasks.flush();
    String exit =
        CompletableFuture.supplyAsync(this::exit)
            .completeOnTimeout("not ended in time", seconds, TimeUnit.SECONDS)
            .join();
    assertThat(exit).matches("-?\\d+");
    return Integer.parseInt(exit);
  }

  private String exit() {
    try {
      return requireNonNullElse(exits.readLine(), "the interpreter ended");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
