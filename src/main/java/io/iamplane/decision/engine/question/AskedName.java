package io.iamplane.decision.engine.question;

/**
 * The policy's name for a question. A policy has finitely many such names, for any questions.
 *
 * @param application the key; empty when the policy has none of that name
 * @param key the permission's full key, or {@code type#name} of a relation model; empty when the
 *     policy has neither
 */
public record AskedName(String application, String key) {

  /** Nothing is known by that name, or no policy. */
  public static final AskedName UNKNOWN = new AskedName("", "");
}
