package io.iamplane.packaged.checks;

import io.iamplane.packaged.answers.ExpectedAnswer;
import java.util.Map;

/** Our own server is asked these, and has to answer so. */
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

  /** The answer to a check. */
  public static ExpectedAnswer checked(int number) {
    return ExpectedAnswer.of(decided("/data", number));
  }

  private static Map<String, String> decided(String at, int number) {
    String reason = CheckServer.isRole(number) ? "granted_by_grant" : "granted_by_relation";
    return Map.of(at + "/allowed", "true", at + "/reason_code", reason);
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

  /** The answer to such a check. */
  public static ExpectedAnswer contextualChecked() {
    return ExpectedAnswer.of(
        Map.of("/data/allowed", "true", "/data/reason_code", "granted_by_relation"));
  }

  private static String relation(String subject, String relation, String object) {
    return "{\"subject\":\"%s\",\"relation\":\"%s\",\"object\":\"%s\"},"
        .formatted(subject, relation, object);
  }

  /** The answer to a batch. */
  public static ExpectedAnswer batched(int number) {
    return CheckServer.allHundred("/data/decisions", one -> decided("/" + one, number + one));
  }

  /** The body of a batch. */
  public static String batch(int number) {
    return "{\"checks\":[" + CheckServer.hundred(number, OwnQuestions::check) + "]}";
  }
}
