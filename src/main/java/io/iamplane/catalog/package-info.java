/** What may be asked for: applications, their permissions, roles and relation models. */
@NullMarked
package io.iamplane.catalog;

import org.jspecify.annotations.NullMarked;
