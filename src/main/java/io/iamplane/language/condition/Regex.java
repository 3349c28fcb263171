package io.iamplane.language.condition;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A regular expression of RE2: time linear in the text, and of bounded size, which RE2/J itself
 * does not see to ({@code (x{1000}){1000}} makes a million instructions).
 */
final class Regex {

  private static final double MAX_EXPANSION = 5.0 * ConditionLimits.PATTERN_SIZE;

  private final Pattern pattern;

  private Regex(Pattern pattern) {
    this.pattern = pattern;
  }

  /** Either a pattern or the reason why it is invalid. */
  public sealed interface Result {}

  public record Compiled(Regex regex) implements Result {}

  public record Refused(String reason) implements Result {}

  public static Result compile(String text) {
    if (text.length() > ConditionLimits.PATTERN_LENGTH) {
      return new Refused(
          "the pattern has more than %d characters".formatted(ConditionLimits.PATTERN_LENGTH));
    }
    if (expansion(text) > MAX_EXPANSION) {
      return tooLarge();
    }
    try {
      Pattern pattern = Pattern.compile(text);
      return pattern.programSize() > ConditionLimits.PATTERN_SIZE
          ? tooLarge()
          : new Compiled(new Regex(pattern));
    } catch (PatternSyntaxException e) {
      return new Refused("the pattern is invalid: " + e.getDescription());
    }
  }

  public boolean occursIn(String text) {
    return pattern.matcher(text).find();
  }

  /** The worst case of the automaton's steps over that text. */
  public long cost(String text) {
    return (text.length() + 1L) * pattern.programSize();
  }

  private static Refused tooLarge() {
    return new Refused("the repetition counts in the pattern are too large");
  }

  /**
   * A bound on the instructions, before compiling, which takes the time: counted repetitions of
   * single characters add up, those of groups multiply.
   */
  private static double expansion(String text) {
    double sum = text.length();
    double product = 1;
    for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
      int count = largestCount(text, open + 1);
      if (open > 0 && text.charAt(open - 1) == ')') {
        product *= count;
      } else {
        sum += count;
      }
    }
    return sum * product;
  }

  private static int largestCount(String text, int from) {
    int count = 0;
    int largest = 1;
    for (int i = from; i < text.length() && (isDigit(text, i) || text.charAt(i) == ','); i++) {
      count = isDigit(text, i) ? Math.min(count * 10 + text.charAt(i) - '0', 1_000) : 0;
      largest = Math.max(largest, count);
    }
    return largest;
  }

  private static boolean isDigit(String text, int at) {
    return text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }
}
