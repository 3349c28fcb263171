package io.iamplane.http.admin;

import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
class PlantedSecretsApiTest extends PlantedSecretsCases {

  PlantedSecretsApiTest() {
    super(false);
  }
}
