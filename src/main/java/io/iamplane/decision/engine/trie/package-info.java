/**
 * Persistent maps: changed ones share what did not change with the ones before. They know nothing
 * of policies.
 */
@NullMarked
package io.iamplane.decision.engine.trie;

import org.jspecify.annotations.NullMarked;
