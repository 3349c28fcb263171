package io.iamplane.change;

import io.iamplane.shared.OrganizationId;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** The rows of one table that tenants own: none is read or written without naming the tenant. */
public abstract class TenantStore<E extends RowStore.Row<D>, D> extends RowStore<E, D, RowKey> {

  public Optional<D> byId(OrganizationId organization, UUID id) {
    return at(RowKey.of(organization, id));
  }

  protected final void update(Recording recording, UUID id, D value) {
    update(recording, id, row -> row.take(value, recording.at()));
  }

  protected final void update(Recording recording, UUID id, Consumer<E> change) {
    update(recording, RowKey.of(recording.organization(), id), change);
  }
}
