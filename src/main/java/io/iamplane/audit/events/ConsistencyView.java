package io.iamplane.audit.events;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * The proof that a chain only grew between two checkpoints.
 *
 * @param from the earlier checkpoint as it was signed
 * @param to the later one
 * @param proof the hashes of RFC 9162, section 2.1.4, base64
 */
@RegisterForReflection
public record ConsistencyView(String from, String to, List<String> proof) {}
