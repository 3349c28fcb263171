package io.iamplane.packaged.checks;

import io.iamplane.packaged.answers.ExpectedAnswer;
import io.iamplane.packaged.load.LoadRequest;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A product that decides about the same few users, half by a role and half by a relation. */
public interface CheckServer extends AutoCloseable {

  /** The number of users; every one may do all that is asked. */
  int USERS = 8;

  String name();

  /** The questions that it takes, with tokens that are valid for a quarter of an hour. */
  Map<CheckKind, CheckTarget> targets() throws IOException;

  /** The user that a number is about. */
  static String user(int number) {
    return "v" + number % USERS;
  }

  /** True when a number is about the role; else it is about the relation. */
  static boolean isRole(int number) {
    return number % 2 == 0;
  }

  /** A request for each user. */
  static List<LoadRequest> requests(IntFunction<LoadRequest> each) {
    return IntStream.range(0, USERS).mapToObj(each).toList();
  }

  /** A hundred questions, from a number on. */
  static String hundred(int number, IntFunction<String> each) {
    return IntStream.range(number, number + CheckKind.BATCH.decisions())
        .mapToObj(each)
        .collect(Collectors.joining(","));
  }

  /**
   * The answer to a batch.
   *
   * @param at where its decisions stand; behind the last one there is no other
   * @param each texts of a decision by pointers within that place
   */
  static ExpectedAnswer allHundred(String at, IntFunction<Map<String, String>> each) {
    Map<String, String> texts = new HashMap<>();
    for (int i = 0; i < CheckKind.BATCH.decisions(); i++) {
      each.apply(i).forEach((pointer, text) -> texts.put(at + pointer, text));
    }
    texts.put(at + "/" + CheckKind.BATCH.decisions(), ExpectedAnswer.ABSENT);
    return ExpectedAnswer.of(texts);
  }

  /**
   * Checks the server's own metrics of its decisions, after all measurements.
   *
   * @throws AssertionError if it denied a request, or could not record a decision
   */
  default void requireAllAllowed() {
    // Most keep no such account.
  }

  @Override
  void close();
}
