package io.iamplane.decision.engine.question;

/**
 * The deciding grant or relation.
 *
 * @param type {@code grant} or {@code relation}
 * @param key the granted privilege's key; or {@code type#name} of the model
 * @param id the grant's id; or the resource, {@code type:id}
 */
public record Match(String type, String key, String id) {}
