/** OpenFGA's formats: models as DSL and JSON, tuples, and store files with their tests. */
@NullMarked
package io.iamplane.migrate.openfga;

import org.jspecify.annotations.NullMarked;
