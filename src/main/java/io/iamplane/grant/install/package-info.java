/** Brings an application into a tenant: its catalogue, its client and that client's first right. */
@NullMarked
package io.iamplane.grant.install;

import org.jspecify.annotations.NullMarked;
