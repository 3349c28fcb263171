package io.iamplane.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.job.JobResult;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A command's report about many chains: its findings and its failures. One that fails hides nothing
 * of the others.
 */
final class AuditReport<T> {

  private final List<T> views = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private final List<FailedView> failed = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private @Nullable String unused;
  private int broken;

  /** An unknown answer and its reason; without an organization if it is about all. */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record FailedView(@Nullable String organizationId, String reason) {}

  /** Runs the work on a chain; its failure is reported at the end. */
  void attempt(AuditChains.Chain chain, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      String reason = reason(e);
      failed.add(new FailedView(chain.id().toString(), reason));
      failures.add(chain.key() + ": " + reason);
    }
  }

  /** Takes work in hand that is about no single chain; null when it failed. */
  <R> @Nullable R attempt(Supplier<R> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      fail(reason(e));
      return null;
    }
  }

  /** Something is unknown that is about no single chain. */
  void fail(String reason) {
    failed.add(new FailedView(null, reason));
    failures.add(reason);
  }

  /**
   * Something is unknown because there is nothing to look at. Before the first use of the database,
   * a command fails all the same, since its user expects an answer; for a job it is the usual
   * beginning.
   */
  void fail(String reason, boolean isUnused) {
    fail(reason);
    unused = isUnused ? reason : unused;
  }

  void whole(T view, String line) {
    views.add(view);
    lines.add(line);
  }

  void broken(T view, String line) {
    whole(view, line);
    broken++;
  }

  /** A chain that could not be looked at now was broken when it was. */
  void brokenBefore(String line) {
    lines.add(line);
    broken++;
  }

  void note(String line) {
    lines.add(line);
  }

  boolean isEmpty() {
    return views.isEmpty() && failed.isEmpty();
  }

  boolean valid() {
    return broken == 0 && failed.isEmpty();
  }

  List<T> views() {
    return views;
  }

  List<String> lines() {
    return lines;
  }

  List<FailedView> failed() {
    return failed;
  }

  /**
   * Ends the command once the findings are printed.
   *
   * @throws CommandException with the unknown answers, apart from the findings
   */
  int end() {
    if (failures.isEmpty()) {
      return exitCode();
    }
    throw CommandException.ended(exitCode(), failures);
  }

  /** The report as that of a job of a server, for which an unused database is no failure. */
  JobResult jobResult() {
    return unused == null ? result() : new JobResult(ExitCode.DONE, unused);
  }

  /** The report as that of a job's run: the number of chains, and of those with a known answer. */
  JobResult result() {
    return new JobResult(
        exitCode(),
        "%d chains, %d broken, %d unknown".formatted(views.size(), broken, failed.size()));
  }

  /** The worst of the chains: a broken one before one of which nothing is known. */
  int exitCode() {
    if (broken > 0) {
      return ExitCode.FINDING;
    }
    return failed.isEmpty() ? ExitCode.DONE : ExitCode.UNAVAILABLE;
  }

  private static String reason(RuntimeException error) {
    String message = Failures.asUnknown(error).getMessage();
    return message == null ? "unknown" : message;
  }
}
