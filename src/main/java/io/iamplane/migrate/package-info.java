/**
 * Models, relations and assertions of other systems of this kind, read from their own formats into
 * one form. Pure: text in, values or faults out; no container, no database.
 */
@NullMarked
package io.iamplane.migrate;

import org.jspecify.annotations.NullMarked;
