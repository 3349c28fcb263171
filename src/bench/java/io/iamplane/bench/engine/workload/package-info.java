/** Tenants and requests in terms that belong to no engine, so that each is given the same. */
@NullMarked
package io.iamplane.bench.engine.workload;

import org.jspecify.annotations.NullMarked;
