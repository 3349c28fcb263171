/** SpiceDB's formats: schemas, relationships as text, and validation files. */
@NullMarked
package io.iamplane.migrate.spicedb;

import org.jspecify.annotations.NullMarked;
