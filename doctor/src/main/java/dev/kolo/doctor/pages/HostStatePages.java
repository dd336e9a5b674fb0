package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about the state of a host: PCIe, versions, disks, weights, clocks. */
final class HostStatePages {
    private HostStatePages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.PCIE_AER,
                        "Errors on the PCIe link",
                        "The kernel's log or the device's own counters (Advanced Error Reporting) show errors on the PCIe link of a fabric function.",
                        "Corrected errors repeat a packet and cost time. Errors that were not corrected lose a transfer: connections break or the device is reset.",
                        """
                            sudo dmesg | grep -E 'AER|PCIe Bus Error'
                            grep . /sys/class/infiniband/DEVICE/device/aer_dev_*
                        """,
                        "Shut the host down, unplug it from power for a minute and start it again. If the number grows again, compare BIOS and NIC firmware with a host that shows none.",
                        "Error for errors that were not corrected, warning from a hundred corrected ones since the boot, info below.",
                        "A slow PCIe link without errors is LINK_DEGRADED."),
                new Page(
                        Code.DRIVER_MISMATCH,
                        "Hosts run different versions",
                        "Kernel, NIC driver, NIC firmware or NVIDIA driver differ between the hosts of the fabric.",
                        "It may work. A fault that one host has and the others lack often comes from here.",
                        """
                            uname -r; ethtool -i NETDEV; nvidia-smi | head -4
                        """,
                        "Bring all hosts to the version that most of them have, one after the other with the engine stopped, and boot them.",
                        "Warning.",
                        "NCCL's own version counts inside the containers."),
                new Page(
                        Code.DISK_LOW,
                        "A disk is all but full",
                        "A file system on which images, models, caches or logs may lie has less than 10 GiB left, or a message says that there is no room.",
                        "An image or a model stays incomplete, and an engine that compiles ends in the middle of its start.",
                        """
                            df -h; docker system df
                        """,
                        """
                            sudo du -xh --max-depth=2 / | sort -h | tail
                            docker image prune
                        Old models and logs by hand.
                        """,
                        "Warning. Error beside a message that something could not be written.",
                        "Boot and other file systems below 30 GiB do not count."),
                new Page(
                        Code.WEIGHTS_MISSING,
                        "A host lacks files of the model",
                        "The model's folder on this host has no config.json, lacks shards that the others' names count (model-00003-of-00042.safetensors), or has empty ones.",
                        "The rank of this host cannot load the model. The others wait for it until they time out.",
                        """
                            ls -lL MODEL_FOLDER
                        """,
                        """
                            rsync -a --info=progress2 HOST:MODEL_FOLDER/ MODEL_FOLDER/
                            ls -lL MODEL_FOLDER        # here and there
                        """,
                        "Error.",
                        "A full disk is DISK_LOW."),
                new Page(
                        Code.WEIGHTS_DIFFER,
                        "Hosts have different files of one model",
                        "A file of the model has another size or hash on some host.",
                        "The ranks load different weights: answers are wrong without any message, or one rank ends.",
                        """
                            ls -lL MODEL_FOLDER; sha256sum MODEL_FOLDER/*
                        """,
                        "Copy the right files over. The hashes that the model's source publishes tell which are right.",
                        "Error.",
                        "A file that is not there or empty is WEIGHTS_MISSING."),
                new Page(
                        Code.CLOCK_SKEW,
                        "A clock goes wrong",
                        "A host says that its clock is off by more than a second or not synchronised; or its time lies minutes from that of all others, which agree.",
                        "Log lines of different ranks cannot be laid side by side. The rank that seems late may only have a wrong clock.",
                        """
                            timedatectl; chronyc tracking
                        """,
                        """
                            sudo timedatectl set-ntp true
                        """,
                        "Warning when the host itself says by how much. Info for a clock that is not synchronised, and for times that differ, since they may have been read at different times.",
                        ""));
    }
}
