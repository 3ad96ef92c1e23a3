import type { SandboxCatalogItem } from "#lib/emr/sandbox/records";

const lines = (text: string): string[] => text.split(";").map((line) => line.trim());

const LABS = lines(`
  Complete Blood Count; Complete Blood Count with Differential; Basic Metabolic Panel; Comprehensive Metabolic Panel;
  Lipid Panel; Hemoglobin A1c; Thyroid Stimulating Hormone; Free T4; Free T3; Urinalysis; Urinalysis with Culture;
  Urine Microalbumin; Prothrombin Time and INR; Partial Thromboplastin Time; Ferritin; Iron and Iron Binding Capacity;
  Vitamin B12; Folate; Vitamin D, 25-Hydroxy; C-Reactive Protein; High-Sensitivity C-Reactive Protein;
  Erythrocyte Sedimentation Rate; Rheumatoid Factor; Antinuclear Antibodies; Uric Acid; Magnesium; Phosphorus; Amylase;
  Lipase; Hepatic Function Panel; Hepatitis B Surface Antigen; Hepatitis C Antibody; HIV Antigen and Antibody;
  Syphilis Screen; Chlamydia and Gonorrhea, NAAT; Rapid Strep Test; Influenza A and B Antigen; SARS-CoV-2 PCR;
  Mononucleosis Screen; Stool Culture; Fecal Immunochemical Test; Helicobacter pylori Stool Antigen; Blood Lead Level;
  Pregnancy Test, Urine; Beta hCG, Quantitative; Prostate Specific Antigen; Pap Smear, Liquid-Based; HPV, High Risk;
  Specimen Handling; Venipuncture`);

const IMAGING = lines(`
  Chest X-ray, 1 view; Chest X-ray, 2 views; Abdomen X-ray, 1 view; Abdomen X-ray, 2 views; Cervical Spine X-ray;
  Thoracic Spine X-ray; Lumbar Spine X-ray; Pelvis X-ray; Hip X-ray, Left; Hip X-ray, Right; Knee X-ray, Left;
  Knee X-ray, Right; Ankle X-ray, Left; Ankle X-ray, Right; Foot X-ray, Left; Foot X-ray, Right; Shoulder X-ray, Left;
  Shoulder X-ray, Right; Elbow X-ray; Wrist X-ray, Left; Wrist X-ray, Right; Hand X-ray, Left; Hand X-ray, Right;
  Sinus X-ray; Bone Age Study; Bone Density (DXA); Screening Mammogram, Bilateral; Diagnostic Mammogram;
  Breast Ultrasound; Abdominal Ultrasound; Pelvic Ultrasound; Renal Ultrasound; Thyroid Ultrasound;
  Carotid Duplex Ultrasound; Venous Duplex, Lower Extremity; Echocardiogram; CT Head without Contrast;
  CT Chest with Contrast; CT Abdomen and Pelvis with Contrast; CT Sinus; MRI Brain without Contrast;
  MRI Lumbar Spine; MRI Knee; MRI Shoulder; Low-Dose CT Lung Screening; Images on Disc`);

const PROCEDURES = lines(`
  Electrocardiogram, 12 Lead; Spirometry; Spirometry before and after Bronchodilator; Pulse Oximetry, Overnight;
  Nebulizer Treatment; Peak Flow Measurement; Tympanometry; Audiometry Screening; Vision Screening; Ear Wax Removal;
  Skin Biopsy, Punch; Skin Biopsy, Shave; Skin Tag Removal; Cryotherapy of Warts; Incision and Drainage of Abscess;
  Laceration Repair, Simple; Laceration Repair, Intermediate; Suture Removal; Foreign Body Removal, Skin;
  Ingrown Toenail Removal; Joint Injection, Knee; Joint Injection, Shoulder; Trigger Point Injection;
  Intramuscular Injection; Subcutaneous Injection; Allergy Injection; Tuberculin Skin Test; Influenza Vaccine;
  Pneumococcal Vaccine; Tdap Vaccine; MMR Vaccine; Varicella Vaccine; HPV Vaccine; Hepatitis A Vaccine;
  Hepatitis B Vaccine; IUD Insertion; IUD Removal; Contraceptive Implant Insertion; Endometrial Biopsy; Colposcopy;
  Bladder Catheterization; Fluoride Varnish; Developmental Screening; Smoking Cessation Counseling;
  Holter Monitor, 24 Hours; Ambulatory Blood Pressure Monitoring; Chart Copy`);

/** Items that belong to another order and are not billed by themselves. */
const NOT_BILLABLE = new Set(["Specimen Handling", "Images on Disc", "Chart Copy", "Peak Flow Measurement"]);

const items = (type: SandboxCatalogItem["type"], prefix: string, names: readonly string[]): SandboxCatalogItem[] =>
  names.map((name, index) => ({ id: `${prefix}-${1001 + index}`, type, name, billable: !NOT_BILLABLE.has(name) }));

/** The orderable items (interface 4.4). */
export const CATALOG: SandboxCatalogItem[] = [
  ...items("lab", "LAB", LABS),
  ...items("imaging", "IMG", IMAGING),
  ...items("procedure", "PRC", PROCEDURES),
];
