package io.iamplane.grant.load;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the place of a fault that of the file: {@code relations[1203].subject}. */
final class Places {

  private static final Pattern ELEMENT = Pattern.compile("(\\w+)\\[(\\d+)](.*)");

  private Places() {}

  /** Runs work on one element; a refusal that names a member then names the element too. */
  static void within(String array, int index, Runnable work) {
    try {
      work.run();
    } catch (IamException e) {
      String place = array + "[" + index + "]";
      if (e.code() == ErrorCode.VALIDATION) {
        Map<String, List<String>> errors = new TreeMap<>();
        e.errors().forEach((member, messages) -> errors.put(place + "." + member, messages));
        throw IamException.validation(errors);
      }
      if (e.code() == ErrorCode.CONFLICT) {
        throw IamException.validation(place, e.detail());
      }
      throw e;
    }
  }

  /** The same refusal with every element {@code by} further down. */
  static IamException moved(IamException refusal, String array, int by) {
    return mapped(refusal, array, index -> index + by);
  }

  /** The same refusal with every element's number looked up. */
  static IamException renumbered(IamException refusal, String array, List<Integer> numbers) {
    return mapped(refusal, array, numbers::get);
  }

  private static IamException mapped(IamException refusal, String array, IntUnaryOperator number) {
    if (refusal.code() != ErrorCode.VALIDATION) {
      return refusal;
    }
    Map<String, List<String>> errors = new TreeMap<>();
    refusal
        .errors()
        .forEach((place, messages) -> {
          Matcher element = ELEMENT.matcher(place);
          errors.put(
              element.matches() && element.group(1).equals(array)
                  ? "%s[%d]%s"
                      .formatted(
                          array,
                          number.applyAsInt(Integer.parseInt(element.group(2))),
                          element.group(3))
                  : place,
              messages);
        });
    return IamException.validation(errors);
  }
}
