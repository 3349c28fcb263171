/** This product's own files of tests: a manifest, relations, and what must come of them. */
@NullMarked
package io.iamplane.peer.own;

import org.jspecify.annotations.NullMarked;
