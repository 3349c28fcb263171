/**
 * Relation models: the types of a system's objects, the relations that may hold between them, and
 * the permissions that follow. Pure: text in, values or faults out. The reference is {@code
 * docs/language-relations.md}.
 */
@NullMarked
package io.iamplane.language.relation;

import org.jspecify.annotations.NullMarked;
