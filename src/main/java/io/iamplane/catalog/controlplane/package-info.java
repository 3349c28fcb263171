/** The control plane's own part of every tenant's catalogue: the application {@code iam}. */
@NullMarked
package io.iamplane.catalog.controlplane;

import org.jspecify.annotations.NullMarked;
