package io.iamplane.packaged.answers;

import java.util.List;

/**
 * Stops a program that makes load once an answer is not the expected one: a server that denies
 * because it is overloaded answers fast, and its figures would praise it. Each answer is searched
 * for words of a denial; the first ones, and one in a few of the others, are read and compared as a
 * whole. Not for several threads.
 */
public final class AnswerVerifier {

  /**
   * One in so many answers is compared. A prime, so that questions that are asked in turn all have
   * their turn here, too.
   */
  static final int SAMPLE = 47;

  /** A server is asked for nothing that its policy denies. */
  private static final List<String> NEVER =
      List.of(
          "decision_log_full", "deadline_exceeded", "dependency_unavailable", "\"allowed\":false");

  /** So many answers are all compared. */
  static final int FIRST = 16;

  private static final int SHOWN = 400;

  private final String server;
  private int seen;

  /**
   * A verifier that has seen nothing yet.
   *
   * @param server the name of the one that answers
   */
  public AnswerVerifier(String server) {
    this.server = server;
  }

  /**
   * Checks an answer.
   *
   * @param question a name of the question
   * @throws AssertionError with server, question and difference
   */
  public void require(String question, ExpectedAnswer expected, int status, String body) {
    String difference = difference(expected, status, body);
    if (!difference.isEmpty()) {
      throw new AssertionError(
          "%s, %s, answer %d: %s: %s"
              .formatted(
                  server,
                  question,
                  seen,
                  difference,
                  body.substring(0, Math.min(SHOWN, body.length()))));
    }
  }

  private String difference(ExpectedAnswer expected, int status, String body) {
    boolean sampled = seen < FIRST || seen % SAMPLE == 0;
    seen++;
    if (status != expected.status()) {
      return expected.difference(status, body);
    }
    for (String word : NEVER) {
      if (body.contains(word)) {
        return "the answer has " + word;
      }
    }
    return sampled ? expected.difference(body) : "";
  }
}
