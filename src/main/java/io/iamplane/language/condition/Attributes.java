package io.iamplane.language.condition;

import org.jspecify.annotations.Nullable;

/**
 * The attributes that a condition can read, one lookup for the first field. The implementation
 * layers stored attributes over those of the request.
 *
 * <p>Values are shaped like JSON: {@code Map<String, Object>}, {@code List<Object>}, {@link
 * String}, {@link Boolean}, any {@link Number} and null, and besides {@link java.time.Instant} and
 * {@link java.time.Duration}. Anything else is a mismatch, hence an evaluation error. Values must
 * not change while a condition is evaluated.
 */
public interface Attributes {

  /** The field's value; null when it is absent and also when it is JSON's null. */
  @Nullable Object get(Root root, String field);

  /** Returns true if the field is present, null or not. Asked only after {@link #get} gave null. */
  boolean has(Root root, String field);
}
