package io.iamplane.governance.simulation.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.shared.json.FieldErrors;
import io.iamplane.shared.json.StorableNumber;
import io.iamplane.shared.json.TextRule;
import java.util.Map;

/** JSON that can be stored as {@code jsonb} and read back without a change of value. */
final class StorableJson {

  private static final TextRule TEXT = TextRule.free(Integer.MAX_VALUE);

  private StorableJson() {}

  /** Adds the errors of a value by place. */
  static void check(FieldErrors errors, String place, JsonNode value) {
    if (value.isTextual()) {
      text(errors, place, "", value.textValue());
    } else if (value.isNumber()) {
      number(errors, place, value.doubleValue());
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        check(errors, place + "[" + i + "]", value.get(i));
      }
    } else {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        text(errors, place, "every member name ", member.getKey());
        check(errors, place + "." + member.getKey(), member.getValue());
      }
    }
  }

  private static void text(FieldErrors errors, String place, String subject, String text) {
    String fault = TEXT.fault(text);
    if (fault != null) {
      errors.add(place, subject + fault);
    }
  }

  private static void number(FieldErrors errors, String place, double number) {
    if (!StorableNumber.is(number)) {
      errors.add(
          place,
          "must be 0 or a number with an absolute value from 1e-15 to 9007199254740991;"
              + " write other numbers as strings");
    }
  }
}
