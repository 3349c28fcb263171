package io.iamplane.packaged.checks;

/** What is asked of our own server. */
public final class OwnQuestions {

  private OwnQuestions() {}

  /** The body of a check. */
  public static String check(int number) {
    String what =
        CheckServer.isRole(number)
            ? "\"permission\":\"shop:item.read\",\"context\":{\"quantity\":5}"
            : "\"permission\":\"shop:document.open\",\"resource\":\"document:plan\"";
    return "{\"subject\":\"user:" + CheckServer.user(number) + "\"," + what + "}";
  }

  /** The body of a batch. */
  public static String batch(int number) {
    return "{\"checks\":[" + CheckServer.hundred(number, OwnQuestions::check) + "]}";
  }
}
