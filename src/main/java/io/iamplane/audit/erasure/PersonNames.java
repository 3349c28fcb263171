package io.iamplane.audit.erasure;

import com.fasterxml.jackson.databind.node.TextNode;
import io.iamplane.directory.user.User;
import java.text.Normalizer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of a person here: names, addresses and external ids, present and former ones. A text
 * names the person if it holds one of them as whole words, in any case. Names too short to identify
 * a person are not searched.
 */
public final class PersonNames {

  private static final int SHORTEST = 3;
  private static final int SHORTEST_NUMBER = 5;

  private final List<String> names;
  private final Pattern words;

  private PersonNames(Collection<String> names) {
    this.names = List.copyOf(names);
    this.words =
        Pattern.compile(
            names.stream()
                .flatMap(PersonNames::written)
                .map(Pattern::quote)
                .collect(
                    Collectors.joining("|", "(?<![\\p{L}\\p{N}])(?:", ")(?![\\p{L}\\p{M}\\p{N}])")),
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  static PersonNames of(User user, Collection<String> former) {
    return of(
        Stream.concat(Stream.of(user.name(), user.email(), user.externalId()), former.stream())
            .toList());
  }

  static PersonNames of(Collection<@Nullable String> called) {
    Set<String> names = new LinkedHashSet<>();
    for (String name : called) {
      String text = name == null ? "" : name.strip();
      boolean number = text.chars().allMatch(Character::isDigit);
      if (text.length() >= (number ? SHORTEST_NUMBER : SHORTEST)) {
        names.add(text);
      }
    }
    return new PersonNames(names);
  }

  /** The same, and one more text that stands for the person, such as the id. */
  public PersonNames and(String text) {
    return new PersonNames(Stream.concat(names.stream(), Stream.of(text)).toList());
  }

  public boolean isEmpty() {
    return names.isEmpty();
  }

  public boolean in(@Nullable String text) {
    return text != null && !names.isEmpty() && words.matcher(text).find();
  }

  /**
   * Patterns for {@code ILIKE ANY (?)} that match at least every text that {@link #in} finds, as
   * far as the database's locale knows upper and lower case; others are written out.
   */
  String[] patterns() {
    return names.stream()
        .flatMap(PersonNames::written)
        .flatMap(
            name -> Stream.of(name, name.toLowerCase(Locale.ROOT), name.toUpperCase(Locale.ROOT)))
        .distinct()
        .map(name -> "%" + name.replaceAll("([\\\\%_])", "\\\\$1") + "%")
        .toArray(String[]::new);
  }

  /** The plain form and JSON's, with accents as part of their letters and after them. */
  private static Stream<String> written(String name) {
    return Stream.of(
            name,
            Normalizer.normalize(name, Normalizer.Form.NFC),
            Normalizer.normalize(name, Normalizer.Form.NFD))
        .flatMap(form -> {
          String json = TextNode.valueOf(form).toString();
          return Stream.of(form, json.substring(1, json.length() - 1));
        })
        .distinct();
  }
}
