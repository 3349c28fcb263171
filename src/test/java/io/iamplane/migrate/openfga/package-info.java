@NullMarked
package io.iamplane.migrate.openfga;

import org.jspecify.annotations.NullMarked;
