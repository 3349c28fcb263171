/**
 * What the control plane itself brings into every tenant's catalogue: the application {@code iam}.
 */
@NullMarked
package io.iamplane.catalog.controlplane;

import org.jspecify.annotations.NullMarked;
