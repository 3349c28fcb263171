/**
 * The vocabulary that every other package speaks: typed ids, the caller, errors, pages, canonical
 * JSON, the annotations that guard operations, and the contract of start-up checks. It holds no
 * state and knows no database.
 */
@NullMarked
package io.iamplane.shared;

import org.jspecify.annotations.NullMarked;
