package io.iamplane.language.relation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind of subject of a relation: an object of a type ({@code user}), everyone with a relation to
 * one ({@code group#member}), or everyone of a type ({@code user:*}); each on its own or, {@code
 * with} a condition of the model, only while that is true.
 *
 * @param relation the relation of a userset; null otherwise
 * @param wildcard everyone of the type; then {@code relation} is null
 * @param condition the one that a stored relation has to name; null: it names none
 */
public record SubjectType(
    String type, @Nullable String relation, boolean wildcard, @Nullable String condition) {

  /** Stands between a kind of subject and the name of its condition. */
  static final String WITH = "with";

  public SubjectType {
    if (wildcard && relation != null) {
      throw new IllegalArgumentException("a wildcard has no relation");
    }
  }

  public SubjectType(String type, @Nullable String relation, boolean wildcard) {
    this(type, relation, wildcard, null);
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

  /** The same with a condition, or with none. */
  public SubjectType with(@Nullable String name) {
    return new SubjectType(type, relation, wildcard, name);
  }

  static String canonical(List<SubjectType> subjects) {
    return String.join(" | ", subjects.stream().map(SubjectType::canonical).toList());
  }

  /**
   * The text that the parser reads back: {@code group#member}, {@code user:* with office_hours}.
   */
  public String canonical() {
    String kind = type + (relation == null ? "" : "#" + relation) + (wildcard ? ":*" : "");
    return condition == null ? kind : kind + " " + WITH + " " + condition;
  }
}
