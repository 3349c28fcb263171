/** The JSON Schema of manifests, for editors and other tools that know no more than JSON. */
@NullMarked
package io.iamplane.catalog.schema;

import org.jspecify.annotations.NullMarked;
