/** SpiceDB's formats: schemas, relationships as text, and validation files. */
@NullMarked
package io.iamplane.peer.spicedb;

import org.jspecify.annotations.NullMarked;
