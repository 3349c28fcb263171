package io.iamplane.catalog.manifest;

import io.iamplane.change.Recording;
import io.iamplane.shared.SubjectRef;

/**
 * The right that an application's own account gets with its first manifest: to ask for decisions.
 * Grants lie above the catalogue, so they implement this.
 */
public interface FirstGrant {

  void give(Recording recording, SubjectRef account);
}
