package io.iamplane.language.relation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a relation may hold for: an object of a type ({@code user}), everyone with a relation to one
 * ({@code group#member}), or everyone of a type ({@code user:*}).
 *
 * @param relation the relation of a userset; null otherwise
 * @param wildcard everyone of the type; then {@code relation} is null
 */
public record SubjectType(String type, @Nullable String relation, boolean wildcard) {

  public SubjectType {
    if (wildcard && relation != null) {
      throw new IllegalArgumentException("a wildcard has no relation");
    }
  }

  public static SubjectType of(String type) {
    return new SubjectType(type, null, false);
  }

  public static SubjectType userset(String type, String relation) {
    return new SubjectType(type, relation, false);
  }

  public static SubjectType everyone(String type) {
    return new SubjectType(type, null, true);
  }

  /** The text of several. */
  static String canonical(List<SubjectType> subjects) {
    return String.join(" | ", subjects.stream().map(SubjectType::canonical).toList());
  }

  /** The text that the parser reads back: {@code user}, {@code group#member}, {@code user:*}. */
  public String canonical() {
    if (wildcard) {
      return type + ":*";
    }
    return relation == null ? type : type + "#" + relation;
  }
}
