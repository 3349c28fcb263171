package io.iamplane.catalog.manifest;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.change.Effect;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;

/** The effects that draft manifests would have on a catalogue. */
@Singleton
public class ManifestDrafts {

  /** Not the number of any manifest. */
  private static final int NO_VERSION = 0;

  private final CatalogService catalog;
  private final Transactions transactions;

  ManifestDrafts(CatalogService catalog, Transactions transactions) {
    this.catalog = catalog;
    this.transactions = transactions;
  }

  /** The effects of applying a manifest to the present catalogue; writes nothing. */
  public List<Effect> effects(OrganizationId organization, Manifest manifest, Instant at) {
    return transactions.call(() -> catalog.effects(organization, manifest, NO_VERSION, at));
  }
}
