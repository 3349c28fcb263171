package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.cli.IamMain.Carriers;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CarriersTest {

  private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

  private final Properties properties = new Properties();

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "4, 3", "64, 63"})
  void oneProcessorIsLeftToDecisions(int processors, String carriers) {
    Carriers.leaveAProcessor(properties, processors);
    assertThat(properties).containsEntry(PARALLELISM, carriers);
  }

  @Test
  void anOperatorsWordCounts() {
    properties.setProperty(PARALLELISM, "8");
    Carriers.leaveAProcessor(properties, 2);
    assertThat(properties).containsEntry(PARALLELISM, "8");
  }
}
