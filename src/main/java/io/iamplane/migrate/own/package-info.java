/** This product's own files of tests: a manifest, relations, and expected decisions. */
@NullMarked
package io.iamplane.migrate.own;

import org.jspecify.annotations.NullMarked;
