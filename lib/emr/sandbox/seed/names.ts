/** Names of one origin and their share of the population in percent. */
interface Origin {
  share: number;
  female: readonly string[];
  male: readonly string[];
  family: readonly string[];
}

const words = (text: string): string[] => text.split(" ");

/** Family names of two words are written with an underscore. */
const families = (text: string): string[] => words(text).map((name) => name.replace("_", " "));

export const ORIGINS: readonly Origin[] = [
  {
    share: 30,
    female: words("Emma Grace Olivia Hannah Claire Abigail Margaret Ruth Evelyn Charlotte Natalie Audrey Lucy Joan"),
    male: words("James Ethan William Henry Samuel Thomas Walter Owen Caleb Nathan George Andrew Peter Russell"),
    family: families(
      "Whitfield Harper Bennett Coleman Fletcher Hayes Marsh Sutton Pritchard Holloway Lambert Walsh Thornton Carver Ellis Barlow Dawson Kemp",
    ),
  },
  {
    share: 17,
    female: words("María Lucía Sofía Valentina Camila Isabel Ximena Elena Rosa Guadalupe Daniela Paloma"),
    male: words("José Mateo Diego Luis Andrés Javier Emilio Rafael Tomás Ramón Ignacio Sebastián"),
    family: families(
      "García Hernández Ramírez Ortiz Morales Vega Castillo Núñez Peña Fuentes Delgado Salazar Ibáñez De_León Cárdenas",
    ),
  },
  {
    share: 9,
    female: words("Amara Chioma Imani Zola Aaliyah Nia Ebony Adaeze Folake Tamika"),
    male: words("Kwame Chidi Malik Jabari Emeka Isaiah Darnell Tunde Kofi Andre"),
    family: families("Okafor Mensah Adeyemi Washington Booker Nwosu Diallo Boateng Eze Freeman Achebe Toure"),
  },
  {
    share: 8,
    female: words("Mei Xiu Lan Jing Hui Yan Li Fang Qing Wen"),
    male: words("Wei Jun Hao Ming Tao Lei Bo Feng Jian Kai"),
    family: families("Chen Wang Zhang Liu Huang Zhao Wu Zhou Xu Lin Guo He"),
  },
  {
    share: 8,
    female: words("Priya Ananya Kavya Lakshmi Meera Nisha Pooja Radhika Sunita Divya"),
    male: words("Arjun Rohan Vikram Sanjay Anil Karthik Rahul Suresh Dev Nikhil"),
    family: families("Patel Sharma Iyer Reddy Gupta Nair Menon Banerjee Kapoor Desai Rao Singh"),
  },
  {
    share: 6,
    female: words("Agnieszka Katarzyna Oksana Ivana Zofia Daria Milena Jelena Ludmila Tereza"),
    male: words("Piotr Marek Andriy Dmitri Tomasz Goran Pavel Stefan Bogdan Jakub"),
    family: families("Kowalski Nowak Shevchenko Petrović Dvořák Wójcik Zieliński Horvat Novák Bondarenko Krawczyk"),
  },
  {
    share: 6,
    female: words("Giulia Chiara Francesca Lucia Élise Camille Margaux Inès Heidi Greta"),
    male: words("Marco Luca Matteo Antonio Étienne Lucien Rémi Julien Klaus Jürgen"),
    family: families("Rossi Bianchi Esposito Ricci Lefèvre Moreau Girard Dubois Müller Schäfer Weber Krüger"),
  },
  {
    share: 5,
    female: words("Linh Hoa Trang Thuy Mai Soo-jin Ji-woo Eun-ji Yuki Haruka"),
    male: words("Minh Duc Khanh Tuan Quang Min-ho Joon Seung Kenji Haruto"),
    family: families("Nguyen Tran Le Pham Vu Kim Park Choi Tanaka Sato Yamamoto Kang"),
  },
  {
    share: 5,
    female: words("Fatima Layla Yasmin Noor Amina Shirin Parisa Leila Zainab Hala"),
    male: words("Omar Yusuf Tariq Karim Hassan Reza Dariush Ibrahim Samir Khalil"),
    family: families("Haddad Khoury Mansour Rahimi Tehrani Farouk Aziz Nasser Hosseini Saleh El-Amin Darwish"),
  },
  {
    share: 3,
    female: words("Siobhán Niamh Aoife Maeve Ingrid Astrid Freya Sigrid"),
    male: words("Declan Cormac Eoin Liam Lars Bjørn Søren Erik"),
    family: families("O'Brien O'Connor Gallagher Byrne MacLeod Lindqvist Sørensen Hansen Nyström Kavanagh"),
  },
  {
    share: 3,
    female: words("Selam Hiwot Tsion Marisol Analyn Jasmine Leilani Keola"),
    male: words("Dawit Yonas Bereket Jomar Rizal Benigno Kaleo Makoa"),
    family: families("Tesfaye Bekele Haile Santos Bautista Dela_Cruz Reyes Mahoe Kealoha Abebe"),
  },
];
