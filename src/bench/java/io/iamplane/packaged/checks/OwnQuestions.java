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

  /** The body of a check that brings 100 relations along: folders of the document, and a viewer. */
  public static String contextual(int number) {
    StringBuilder relations = new StringBuilder();
    for (int i = 0; i < 99; i++) {
      relations.append(relation("folder:f" + i, "parent", "document:new"));
    }
    String user = "user:" + CheckServer.user(number);
    return """
    {"subject": "%s", "permission": "shop:document.open", "resource": "document:new",
     "contextual_relations": [%s%s]}
    """
        .formatted(user, relations, relation(user, "viewer", "folder:f98").replaceFirst(",$", ""));
  }

  private static String relation(String subject, String relation, String object) {
    return "{\"subject\":\"%s\",\"relation\":\"%s\",\"object\":\"%s\"},"
        .formatted(subject, relation, object);
  }

  /** The body of a batch. */
  public static String batch(int number) {
    return "{\"checks\":[" + CheckServer.hundred(number, OwnQuestions::check) + "]}";
  }
}
