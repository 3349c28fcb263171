package io.iamplane.decision.engine.question;

/**
 * What was asked, by the name that a policy has for it. A policy has finitely many, whatever is
 * asked of it.
 *
 * @param application the key; empty when the policy has none of that name
 * @param key the permission's full key, or {@code type#name} of a relation model; empty when the
 *     policy has neither
 */
public record AskedName(String application, String key) {

  /** Nothing is known by that name, or no policy. */
  public static final AskedName UNKNOWN = new AskedName("", "");
}
