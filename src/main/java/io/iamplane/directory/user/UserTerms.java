package io.iamplane.directory.user;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The search terms of a user: the whole name, its words, the address and the external id. */
final class UserTerms {

  /** Compares greater than every text that begins with the one before it. */
  private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

  private static final int MAX_WORDS = 20;

  /** The maximum number of counted characters that a term shares with the one before it. */
  private static final int MAX_SHARED = 8;

  private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}]+");

  private UserTerms() {}

  /** A term and the one before it, which is empty for the first. */
  record Term(String text, String previous) {

    /** With how many characters both begin, {@value UserTerms#MAX_SHARED} at most. */
    int shared() {
      int[] left = text.codePoints().limit(MAX_SHARED).toArray();
      int[] right = previous.codePoints().limit(MAX_SHARED).toArray();
      int differ = Arrays.mismatch(left, right);
      return differ < 0 ? left.length : differ;
    }
  }

  /** The ordered list of terms in which the index keeps one. */
  static String slot(User.Status status, int shared) {
    return status.wire() + ':' + shared;
  }

  /** Every list of the terms of users of these statuses. */
  static List<String> slots(List<User.Status> statuses) {
    return slots(statuses, MAX_SHARED);
  }

  /**
   * Returns the lists with the results of a search, each person once. A term that shares at least
   * the length of the search with the one before it finds no new user.
   */
  static List<String> slots(List<User.Status> statuses, String search) {
    int length = search.codePointCount(0, search.length());
    return slots(statuses, Math.clamp(length - 1, 0, MAX_SHARED));
  }

  private static List<String> slots(List<User.Status> statuses, int mostShared) {
    return statuses.stream()
        .flatMap(
            status -> IntStream.rangeClosed(0, mostShared).mapToObj(shared -> slot(status, shared)))
        .toList();
  }

  /** The terms of a user, in the order in which the index has them. */
  static List<Term> of(User user) {
    SortedSet<String> texts = new TreeSet<>(UserTerms::compare);
    String name = normal(user.name());
    texts.add(name);
    SPACE.splitAsStream(name).limit(MAX_WORDS).forEach(texts::add);
    if (user.email() != null) {
      texts.add(normal(user.email()));
    }
    if (user.externalId() != null) {
      texts.add(normal(user.externalId()));
    }
    List<Term> terms = new ArrayList<>(texts.size());
    String previous = "";
    for (String text : texts) {
      terms.add(new Term(text, previous));
      previous = text;
    }
    return terms;
  }

  /** The form in which texts are kept and looked for. */
  static String normal(String text) {
    String compatible = Normalizer.normalize(text, Normalizer.Form.NFKC);
    return SPACE.matcher(compatible.toLowerCase(Locale.ROOT)).replaceAll(" ").strip();
  }

  /** The first text after all that begin with {@code prefix}. */
  static String end(String prefix) {
    return prefix + LAST;
  }

  /** The order of collation C: by code points, where Java compares UTF-16 units. */
  private static int compare(String a, String b) {
    return Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
  }
}
