package io.iamplane.directory.organization;

import io.iamplane.change.Recording;
import io.iamplane.client.ClientView;

/**
 * Makes an administrator of an organization. A port: what an administrator holds is known above the
 * directory.
 */
public interface AdministratorMaker {

  /**
   * Makes an administrator in the organization whose change this is.
   *
   * @return its client, with the secret that nothing can show again
   * @throws io.iamplane.shared.IamException VALIDATION for invalid values
   */
  ClientView make(Recording recording, CreateAdministratorRequest request);
}
