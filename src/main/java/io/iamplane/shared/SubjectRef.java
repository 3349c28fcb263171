package io.iamplane.shared;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;

/**
 * The name of an actor or of the subject of a grant: a type and an id within one organization,
 * written {@code type:id}. Types and ids are compared exactly, case included.
 */
@RegisterForReflection
public record SubjectRef(String type, String id) {

  public static final String USER = "user";
  public static final String GROUP = "group";
  public static final String SERVICE_ACCOUNT = "service_account";

  /** Returns true if entries of that type are kept in the directory. */
  public static boolean isOfDirectory(String type) {
    return type.equals(USER) || type.equals(GROUP) || type.equals(SERVICE_ACCOUNT);
  }

  /** Reads {@code type:id}; the id may itself hold colons, the type may not. */
  public static Optional<SubjectRef> parse(String text) {
    int colon = text.indexOf(':');
    return colon <= 0 || colon == text.length() - 1
        ? Optional.empty()
        : Optional.of(new SubjectRef(text.substring(0, colon), text.substring(colon + 1)));
  }

  /** The same with its id as {@link IdText#normal} writes it. */
  public SubjectRef normal() {
    String normal = IdText.normal(id);
    return normal.equals(id) ? this : new SubjectRef(type, normal);
  }

  @Override
  public String toString() {
    return type + ":" + id;
  }
}
