package io.iamplane.directory.organization;

import io.iamplane.change.Recording;
import io.iamplane.directory.client.ClientView;

/**
 * Makes an administrator of an organization. A port: the administrator's privileges are defined
 * above the directory.
 */
public interface AdministratorMaker {

  /**
   * @return its client, with the secret that no later response shows again
   * @throws io.iamplane.shared.IamException VALIDATION for invalid values
   */
  ClientView make(Recording recording, CreateAdministratorRequest request);
}
